# The program without compilers, caches or root. Build: docker build -t burraco-host .   Run: docker run --rm -it burraco-host

FROM python:3.11-slim AS build
RUN python -m venv /opt/burraco
ENV PATH=/opt/burraco/bin:$PATH PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY requirements/run.lock requirements/
RUN pip install --require-hashes --requirement requirements/run.lock
COPY . .
RUN pip install --no-deps --no-build-isolation .

FROM python:3.11-slim
COPY --from=build /opt/burraco /opt/burraco
ENV PATH=/opt/burraco/bin:$PATH PYTHONUNBUFFERED=1
RUN useradd --create-home burraco
USER burraco
WORKDIR /home/burraco
ENTRYPOINT ["burraco"]
CMD ["demo"]
