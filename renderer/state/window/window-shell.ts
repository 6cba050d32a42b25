import { call, useConnection } from '../connection'
import { notifyError } from './notices'

/** Chooses another data folder; the window starts again with it. */
export async function changeFolder(): Promise<void> {
  try {
    await call((client) => client.shell.change_folder())
  } catch (thrown) {
    notifyError(thrown)
  }
}

/** Opens a web or mail address outside the window; false where there is no window and the browser does it. */
export function openOutside(address: string): boolean {
  if (useConnection.getState().shell?.kind !== 'window') return false
  call((client) => client.shell.open_link({ url: address })).catch((thrown: unknown) => notifyError(thrown))
  return true
}
