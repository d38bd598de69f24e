# faultline in an image without Swift: docker build -t faultline . && docker run --rm -v "$PWD:/work" faultline check
FROM swift:6.3.1-bookworm AS build
WORKDIR /faultline
COPY . .
# The folder of git stays outside; the commit and its time are handed in.
ARG FAULTLINE_COMMIT=""
ARG SOURCE_DATE_EPOCH=0
RUN FAULTLINE_COMMIT="$FAULTLINE_COMMIT" SOURCE_DATE_EPOCH="$SOURCE_DATE_EPOCH" .ci/package --out /packages

FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN --mount=type=bind,from=build,source=/packages,target=/packages \
    apt-get update \
    && apt-get install -y --no-install-recommends /packages/faultline_*.deb \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 1000 --create-home faultline \
    && install -d -o faultline -g faultline /work
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["faultline"]
CMD ["help"]
