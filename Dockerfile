# Watchkeeper: server and probe in one image. docs/operating.md describes how to run it.
#
#   docker build -t watchkeeper .
#   docker run -d --name watchkeeper -p 127.0.0.1:8080:8080 -v watchkeeper:/data watchkeeper
#   docker exec watchkeeper watchkeeper doctor
#
# ICMP monitors need unprivileged ping sockets. Docker allows them in every container. With another container engine, add
# --sysctl net.ipv4.ping_group_range="0 2147483647" or the capability NET_RAW. The command "doctor" reports missing rights.

ARG BASE=debian:trixie-slim
ARG BUILDER=node:26-trixie-slim

# The same steps as for the archives
FROM ${BUILDER} AS build
ARG TARGETARCH=amd64
ENV SOURCE_DATE_EPOCH=0
WORKDIR /source
# Dependencies change less often than the source, so they have a separate layer
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run release -- --folder "linux-$(echo "$TARGETARCH" | sed s/amd64/x64/)"

FROM ${BASE}
ARG VERSION=1.0.0
LABEL org.opencontainers.image.title=Watchkeeper \
  org.opencontainers.image.description="Uptime monitor with a dashboard, status pages and a REST API" \
  org.opencontainers.image.version=${VERSION} \
  org.opencontainers.image.licenses=Apache-2.0
# Node is linked with libatomic
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 && rm -rf /var/lib/apt/lists/* \
  && useradd --uid 1000 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin watchkeeper \
  && mkdir --mode 700 /data && chown watchkeeper:watchkeeper /data \
  && ln -s /opt/watchkeeper/watchkeeper /usr/local/bin/watchkeeper
COPY --from=build /source/release/watchkeeper /opt/watchkeeper
ENV NODE_ENV=production WK_HOST=0.0.0.0 WK_PORT=8080 WK_DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/watchkeeper
USER 1000:1000
VOLUME /data
EXPOSE 8080
# Running checks may take ten seconds to end: docker stop --time 20
STOPSIGNAL SIGTERM
# Run a probe with --no-healthcheck, because it does not listen
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 CMD ["watchkeeper", "healthy"]
ENTRYPOINT ["watchkeeper"]
CMD ["serve"]
