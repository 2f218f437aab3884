# The gateway with the console's files:  docker build -f infra/docker/gateway.Dockerfile -t numscope/gateway .
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS console
WORKDIR /numscope
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY patches patches
COPY packages/contracts packages/contracts
COPY packages/platform packages/platform
COPY packages/spreadsheets packages/spreadsheets
COPY packages/client packages/client
COPY packages/ui packages/ui
COPY frontends frontends
COPY scripts scripts
RUN pnpm install --frozen-lockfile --filter "{./frontends/*}..." && node scripts/build.ts

FROM node:${NODE_VERSION}-slim AS install
WORKDIR /numscope
RUN npm install --global pnpm@12.21.0
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml LICENSE ./
COPY patches patches
COPY packages/contracts packages/contracts
COPY packages/platform packages/platform
COPY packages/adapters packages/adapters
COPY packages/mains packages/mains
COPY gateway gateway
RUN pnpm install --frozen-lockfile --prod --filter "@numscope/gateway..."

FROM node:${NODE_VERSION}-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 MALLOC_ARENA_MAX=2
WORKDIR /numscope
COPY --from=install --chown=root:root /numscope /numscope
COPY --from=console --chown=root:root /numscope/frontends/shell/dist frontends/shell/dist
COPY --from=console --chown=root:root /numscope/frontends/jobs-mfe/dist frontends/jobs-mfe/dist
COPY --from=console --chown=root:root /numscope/frontends/results-mfe/dist frontends/results-mfe/dist
COPY --from=console --chown=root:root /numscope/frontends/admin-mfe/dist frontends/admin-mfe/dist
RUN install -d -o node -g node -m 0700 /keys
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "gateway/src/main.ts"]
