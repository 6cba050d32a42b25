import { call } from './connection'
import { notifyError } from './notices'

/** Chooses another data folder; the window starts again with it. */
export async function changeFolder(): Promise<void> {
  try {
    await call((client) => client.shell.change_folder())
  } catch (thrown) {
    notifyError(thrown)
  }
}

/** Opens a web or mail address outside Cairn. False where the shell leaves that to the browser. */
export async function openLink(url: string): Promise<boolean> {
  try {
    const { opened } = await call((client) => client.shell.open_link({ url }))
    return opened
  } catch (thrown) {
    notifyError(thrown)
    return true
  }
}
