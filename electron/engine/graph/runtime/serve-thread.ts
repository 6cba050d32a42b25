import type { MessagePort } from 'node:worker_threads'
import { toCairnError } from '@shared/errors'
import type { ThreadAnswer, ThreadCalls, ThreadRequest } from './thread-messages'

/** Answers a thread's calls one after another, in the order in which they came. */
export function serveThread(port: MessagePort, calls: ThreadCalls): void {
  let last: Promise<void> = Promise.resolve()
  port.on('message', (request: ThreadRequest) => {
    last = last.then(async () => port.postMessage(await answer(request, calls)))
  })
}

async function answer({ id, name, args }: ThreadRequest, calls: ThreadCalls): Promise<ThreadAnswer> {
  try {
    const call = calls[name] as ((...args: readonly unknown[]) => unknown) | undefined
    if (!call) throw new TypeError(`The thread has no "${name}".`)
    return { id, ok: true, value: await call(...args) }
  } catch (thrown) {
    return { id, ok: false, error: toCairnError(thrown).report() }
  }
}
