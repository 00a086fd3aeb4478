"""Serves a GGUF model with llama.cpp's own HTTP server until SIGTERM: python serve.py MODEL.gguf PORT"""

import signal
import sys

import xllamacpp

SLOTS = 4
TOKENS_PER_SLOT = 2048
# More threads wait for each other by spinning: on a busy machine that makes seconds of every token, and starves the client.
THREADS = 1


def parameters(model: str, port: int) -> xllamacpp.CommonParams:
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.model_alias = {"smollm2-135m"}
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_parallel = SLOTS
    params.n_ctx = SLOTS * TOKENS_PER_SLOT
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = THREADS
    params.cpuparams_batch.n_threads = THREADS
    params.endpoint_metrics = True
    params.endpoint_props = True
    return params


stop = {signal.SIGTERM, signal.SIGINT}
signal.pthread_sigmask(signal.SIG_BLOCK, stop)
server = xllamacpp.Server(parameters(sys.argv[1], int(sys.argv[2])))
print("listening", server.listening_address, flush=True)
signal.sigwait(stop)
