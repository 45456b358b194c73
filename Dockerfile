# The program and the stand-alone checker, with Debian's Z3: docker build -t qedoku .
# docker run --rm -i qedoku hint - <puzzle.txt
FROM rust:1-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends libz3-dev
WORKDIR /qedoku
COPY . .
RUN cargo build --locked --profile dist --package qedoku --package qedoku-check

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends libz3-4 && rm -rf /var/lib/apt/lists/*
COPY --from=build /qedoku/target/dist/qedoku /qedoku/target/dist/qedoku-check /usr/local/bin/
RUN useradd --create-home qedoku
USER qedoku
WORKDIR /home/qedoku
ENTRYPOINT ["qedoku"]
