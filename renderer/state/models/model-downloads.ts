import { toCairnError } from '@shared/errors'
import { hostsNamed, hostsOf, isAllowedHost } from '@shared/models/model-hosts'
import type { CatalogueEntry } from '@shared/models/models'
import { create } from 'zustand'
import { call } from '../connection'
import { attempt, notifyError } from '../window/notices'
import { changeModelSettings } from './models-store'
import { useSettings } from '../settings-store'

/** A download that needs hosts nobody has allowed yet. */
export interface DownloadQuestion {
  readonly entry: CatalogueEntry
  readonly hosts: readonly string[]
}

export const useDownloadQuestion = create<{ readonly question: DownloadQuestion | null }>(() => ({ question: null }))

/** Hosts that were allowed for the downloads of an entry only, by entry. */
const allowedOnce = new Map<string, ReadonlySet<string>>()

/**
 * Starts or resumes a download; asks first where it needs hosts that are not allowed.
 * @param further hosts it turned out to need beside those of its own addresses.
 */
export async function startDownload(entry: CatalogueEntry, further: readonly string[] = []): Promise<void> {
  const { mirror, allowed_hosts } = useSettings.getState().settings.models
  const allowed = [...allowed_hosts, ...(allowedOnce.get(entry.id) ?? [])]
  const hosts = [...new Set([...hostsOf(entry, mirror), ...further])].filter((host) => !isAllowedHost(host, allowed))
  if (hosts.length > 0) useDownloadQuestion.setState({ question: { entry, hosts } })
  else await begin(entry)
}

/** Answers what `startDownload` asked. */
export async function answerDownload(answer: 'no' | 'once' | 'always'): Promise<void> {
  const { question } = useDownloadQuestion.getState()
  useDownloadQuestion.setState({ question: null })
  if (!question || answer === 'no') return
  const { entry, hosts } = question
  if (answer === 'always') {
    const { allowed_hosts } = useSettings.getState().settings.models
    if (!(await changeModelSettings({ allowed_hosts: [...new Set([...allowed_hosts, ...hosts])] }))) return
  } else allowedOnce.set(entry.id, new Set([...(allowedOnce.get(entry.id) ?? []), ...hosts]))
  await begin(entry)
}

export async function pauseDownload(id: string): Promise<void> {
  await attempt(() => call((client) => client.models.pause_download({ id })))
}

/** Also throws away what has come so far. */
export async function cancelDownload(id: string): Promise<void> {
  await attempt(() => call((client) => client.models.cancel_download({ id })))
}

async function begin(entry: CatalogueEntry): Promise<void> {
  const allow = [...(allowedOnce.get(entry.id) ?? [])]
  try {
    await call((client) => client.models.download({ entry_id: entry.id, allow }))
  } catch (thrown) {
    const error = toCairnError(thrown)
    const { allowed_hosts } = useSettings.getState().settings.models
    const missing = error.code === 'NETWORK_DENIED' ? hostsNamed(error.action) : []
    // One that was just allowed is not asked for again and again.
    const hosts = missing.filter((host) => !isAllowedHost(host, [...allowed_hosts, ...allow]))
    if (hosts.length > 0) useDownloadQuestion.setState({ question: { entry, hosts } })
    else notifyError(error)
  }
}
