import { call } from '../../connection'
import { attempt } from '../../window/notices'
import { changeModelSettings } from '../../models/models-store'
import { useSettings } from '../../settings-store'

/** The page that is wanted: a new one by its address, or that of a document, fetched again. */
export type WantedPage =
  | { readonly address: string; readonly collection: string | undefined }
  | { readonly id: string; readonly address: string }

/** A host that somebody has to allow before the page can be fetched; `from` leads there, null where the address itself does. */
export interface HostQuestion {
  readonly host: string
  readonly from: string | null
}

/** Has the engine fetch a page. Undefined once it reads it; else what it asks first. Throws CairnError. */
export async function fetchPage(
  page: WantedPage,
  allow: readonly string[],
  signal: AbortSignal,
): Promise<HostQuestion | undefined> {
  const hosts = [...allow]
  const answer = await call(({ documents }) => {
    if ('id' in page) return documents.refresh_page({ id: page.id, allow: hosts }, { signal })
    const { address, collection } = page
    return documents.add_page({ address, allow: hosts, ...(collection !== undefined && { collection }) }, { signal })
  })
  return answer.is === 'ask' ? answer : undefined
}

/** Allows a host from now on. False where that could not be kept. */
export function allowHost(host: string): Promise<boolean> {
  const { allowed_hosts } = useSettings.getState().settings.models
  return changeModelSettings({ allowed_hosts: [...new Set([...allowed_hosts, host])] })
}

/** Fetches the page of a document again; `ask` is told what has to be allowed first. */
export async function refreshPage(id: string, address: string, ask: (question: HostQuestion) => void): Promise<void> {
  await attempt(async () => {
    const question = await fetchPage({ id, address }, [], new AbortController().signal)
    if (question) ask(question)
  })
}

/** Whether a pasted or dropped text is a web address and nothing else. */
export function isWebAddress(text: string): boolean {
  const address = text.trim()
  return address.length <= 2000 && /^https?:\/\/\S+$/iu.test(address) && URL.canParse(address)
}
