# The program without compilers, caches or root; what people play is kept in /data. docs/hosting.md says how to run it.

FROM python:3.11-slim AS build
RUN apt-get -qq update && apt-get -qq install --no-install-recommends make
WORKDIR /src
COPY . .
RUN make install DEST=/opt/burraco PYTHON=python WITH=postgres

FROM python:3.11-slim
COPY --from=build /opt/burraco /opt/burraco
RUN useradd --uid 1000 --home-dir /data --create-home burraco
ENV PATH=/opt/burraco/bin:$PATH PYTHONUNBUFFERED=1 BURRACO_DATABASE=/data/burraco.db BURRACO_WEB=0.0.0.0:8765
USER burraco
WORKDIR /data
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["burraco", "doctor", "--health"]
ENTRYPOINT ["burraco"]
CMD ["run"]
