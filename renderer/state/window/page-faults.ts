import type { RootOptions } from 'react-dom/client'
import { call } from '../connection'

/** After so many the log says nothing new. */
const mostNoted = 20
let noted = 0
const known = new WeakSet<Error>()

/** Has the shell write a fault of the page into its log. Never throws; where the engine cannot be reached the console has it. */
export function noteFault(thrown: unknown, place = ''): void {
  if (noted >= mostNoted || (thrown instanceof Error && known.has(thrown))) return
  noted++
  if (thrown instanceof Error) known.add(thrown)
  const { message, stack } = thrown instanceof Error ? thrown : { message: String(thrown), stack: undefined }
  const fault = { message: message.slice(0, 500), stack: `${stack ?? ''}${place}`.slice(0, 8000) }
  call((client) => client.shell.note_fault(fault)).catch(() => undefined)
}

/** What React is told to do with faults: they are noted with their place, and the console has them as any other. */
export const faultHandlers: Pick<RootOptions, 'onCaughtError' | 'onUncaughtError'> = {
  onCaughtError: report,
  onUncaughtError: report,
}

function report(thrown: unknown, { componentStack }: { readonly componentStack?: string | undefined }): void {
  noteFault(thrown, componentStack)
  reportError(thrown)
}

/** Notes what fails outside of React, too, until the returned function is called. */
export function listenForFaults(): () => void {
  const fail = ({ error, message }: ErrorEvent) => noteFault(error ?? message)
  const reject = ({ reason }: PromiseRejectionEvent) => noteFault(reason)
  window.addEventListener('error', fail)
  window.addEventListener('unhandledrejection', reject)
  return () => {
    window.removeEventListener('error', fail)
    window.removeEventListener('unhandledrejection', reject)
  }
}
