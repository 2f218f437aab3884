# One of the services:  docker build -f infra/docker/service.Dockerfile --build-arg SERVICE=jobs -t numscope/jobs .
# Node.js runs the TypeScript as it is, so nothing is compiled; it strips no types below node_modules, so the workspace keeps its layout.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS install
ARG SERVICE
WORKDIR /numscope
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml LICENSE ./
COPY patches patches
COPY packages/contracts packages/contracts
COPY packages/platform packages/platform
COPY packages/adapters packages/adapters
COPY packages/mains packages/mains
COPY packages/numbering packages/numbering
COPY packages/spreadsheets packages/spreadsheets
COPY services/${SERVICE} services/${SERVICE}
RUN pnpm install --frozen-lockfile --prod --filter "@numscope/${SERVICE}..."

FROM node:${NODE_VERSION}-slim
ARG SERVICE
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /numscope
COPY --from=install --chown=root:root /numscope /numscope
RUN ln -s "/numscope/services/${SERVICE}" /numscope/service && install -d -o node -g node -m 0700 /data /keys /keys/own \
  && for name in token public gateway auth users jobs sources profiles images audit; do install -d -o node -g node -m 0700 "/keys/$name"; done
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "service/src/main.ts"]
