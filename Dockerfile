# Watchkeeper: server and probe in one image. docs/operating.md describes how to run it.
#
#   docker build -t watchkeeper .
#   docker run -d --name watchkeeper -p 127.0.0.1:8080:8080 -v watchkeeper:/data watchkeeper
#
# ICMP monitors need unprivileged ping sockets. Docker allows them in every container. With another container engine, add
# --sysctl net.ipv4.ping_group_range="0 2147483647" or the capability NET_RAW. The command "doctor" reports missing rights.

# The base image contains libatomic.so.1, which Node 26 requires. On another base: apt-get install libatomic1
FROM node:26-trixie-slim AS build
WORKDIR /app
# Dependencies change less often than the source, so they have a separate layer
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY scripts/api-types ./scripts/api-types
RUN npm ci --ignore-scripts
COPY src ./src
COPY web ./web
COPY scripts ./scripts
RUN node scripts/bundle.ts && node web/build.ts && node scripts/api-docs/write.ts \
  && npm prune --omit=dev --ignore-scripts && rm -rf scripts node_modules/watchkeeper-api-types

FROM node:26-trixie-slim
ENV NODE_ENV=production WK_HOST=0.0.0.0 WK_PORT=8080 WK_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
COPY --from=build /app/web/dist ./web/dist
# The program stores its compiled code in the cache folder, so that a restarted container starts faster
RUN mkdir -m 700 /data && mkdir -p node_modules/.cache && chown node:node /data node_modules/.cache
USER node
VOLUME /data
EXPOSE 8080
# Running checks may take ten seconds to end: docker stop --time 20
STOPSIGNAL SIGTERM
# Run a probe with --no-healthcheck, because it does not listen
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "/app/src/bin/watchkeeper.ts", "healthy"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "--v8-pool-size=1", "--enable-source-maps", "/app/src/bin/watchkeeper.ts"]
CMD ["serve"]
