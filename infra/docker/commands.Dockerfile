# The commands of an operator that need more than one service's code: docker build -f infra/docker/commands.Dockerfile -t numscope/commands .
# It starts nothing by itself: docker compose run --rm commands node scripts/backup.ts --to /backups --stopped
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS install
WORKDIR /numscope
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml LICENSE ./
COPY patches patches
COPY packages packages
COPY services services
COPY gateway gateway
COPY standalone standalone
COPY scripts/backup.ts scripts/restore.ts scripts/move-up.ts scripts/faces.ts scripts/
RUN pnpm install --frozen-lockfile --prod --filter "@numscope/standalone..."

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /numscope
COPY --from=install --chown=root:root /numscope /numscope
RUN install -d -o node -g node -m 0700 /data /backups
USER node
VOLUME /data
CMD ["node", "scripts/backup.ts"]
