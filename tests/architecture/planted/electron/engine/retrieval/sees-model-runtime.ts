// model-runtimes-in-inference-only
import 'node-llama-cpp'
