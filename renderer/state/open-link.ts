import { call } from './connection'
import { notifyError } from './notices'

/** The address of a link that may be opened outside Cairn: web or mail. Null for everything else a document may say. */
export function outsideAddress(link: string | undefined): string | null {
  if (link === undefined || link.length > 2000) return null
  try {
    const { href, protocol } = new URL(link)
    return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null
  } catch {
    return null
  }
}

/** Opens an address outside Cairn; only to be called for an explicit act of the user. */
export async function openLink(url: string): Promise<void> {
  try {
    await call((client) => client.shell.open_link({ url }))
  } catch (thrown) {
    notifyError(thrown)
  }
}
