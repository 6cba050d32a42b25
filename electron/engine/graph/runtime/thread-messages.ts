import type { MessagePort } from 'node:worker_threads'
import { type ErrorReport, toCairnError } from '@shared/errors'
import { inLulls } from '@engine/platform/rest/give-memory-back'

/** What can be asked of a thread: named functions whose arguments and results can be cloned. */
export type ThreadCalls = Record<string, (...args: never[]) => unknown>

export interface ThreadRequest {
  readonly id: number
  readonly name: string
  readonly args: readonly unknown[]
}

/** Errors cross as reports: a thrown one would lose its class and code. */
export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorReport }

/** Answers a thread's calls one after another, in the order in which they came. In the lulls it gives memory back. */
export function serveThread(port: MessagePort, calls: ThreadCalls): void {
  let last: Promise<void> = Promise.resolve()
  const worked = inLulls()
  port.on('message', (request: ThreadRequest) => {
    last = last.then(async () => {
      port.postMessage(await answer(request, calls))
      worked()
    })
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
