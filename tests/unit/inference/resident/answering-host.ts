import type { HostRequest } from '@engine/inference/host/protocol'
import type { HostClient, ResidentModels } from '@engine/inference/supervision/host-client'

const unknownDetails = {
  architecture: null,
  parameters: null,
  quantization: null,
  context_length: null,
  dimensions: null,
  has_chat_template: false,
  memory_bytes: 0,
}

/** A host that has loaded its model and answers each request by a function; `calls` are what it was asked. */
export function answeringHost(answer: (request: HostRequest) => unknown): {
  readonly resident: ResidentModels
  readonly calls: HostRequest[]
} {
  const loaded = { details: unknownDetails, device: 'cpu', gpus: [] }
  const calls: HostRequest[] = []
  const call = (request: HostRequest) => {
    calls.push(request)
    return new Promise<unknown>((resolve) => resolve(answer(request)))
  }
  const unused = () => {
    throw new Error('nobody asks this')
  }
  const idle = { onChange: () => unused, close: () => Promise.resolve(), state: unused, stream: unused, incarnation: 1 }
  const host: HostClient = { ...idle, call }
  const resident: ResidentModels = {
    ...idle,
    load: unused,
    unload: unused,
    residenceOf: () => ({ state: 'ready', progress: 1, loaded }),
    hosts: () => [],
    use: (_model, work) => work(host, loaded),
  }
  return { resident, calls }
}
