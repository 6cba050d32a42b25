import { toCairnError } from '@shared/errors'
import { hostsNamed, isAllowedHost } from '@shared/models/model-hosts'
import type { StarterSet } from '@shared/models/starter-set'
import { z } from 'zod'
import { create } from 'zustand'
import type { IncomingFile } from '@renderer/bridge/files'
import { call } from '../connection'
import { storedValue } from '../kept-entries'
import { useSettings } from '../settings-store'
import { attempt, notify, notifyError } from '../window/notices'
import { changeModelSettings, receiveModels, useModels } from './models-store'

interface StarterQuestion {
  /** Hosts nobody has allowed yet. */
  readonly hosts: readonly string[]
}

export const useStarterQuestion = create<{ readonly question: StarterQuestion | null }>(() => ({ question: null }))

/** Hosts that were allowed for the set only. */
const allowedOnce = new Set<string>()

/** Fetches what is missing of the set, or goes on; asks first where it needs hosts that are not allowed. */
export async function fetchStarter(set: StarterSet): Promise<void> {
  // Hosts that a part was sent on to, and refused.
  const refused = set.parts.flatMap(({ error }) => (error?.code === 'NETWORK_DENIED' ? hostsNamed(error.action) : []))
  if (!ask([...set.hosts, ...refused])) await begin()
}

/** Answers what `fetchStarter` asked. */
export async function answerStarter(answer: 'no' | 'once' | 'always'): Promise<void> {
  const { question } = useStarterQuestion.getState()
  useStarterQuestion.setState({ question: null })
  if (!question || answer === 'no') return
  if (answer === 'always') {
    const { allowed_hosts } = useSettings.getState().settings.models
    if (!(await changeModelSettings({ allowed_hosts: [...new Set([...allowed_hosts, ...question.hosts])] }))) return
  } else question.hosts.forEach((host) => allowedOnce.add(host))
  await begin()
}

/** Adds the set from a folder on the engine's machine. */
export async function takeStarter(path: string): Promise<void> {
  await attempt(
    async () => show(await call((client) => client.models.starter.take({ path }))),
    'models:starter.notTaken',
  )
}

/** Asks for the folder with the system's dialog, where the shell has one. */
export async function pickStarterFolder(): Promise<void> {
  await attempt(async () => {
    const [path] = await call((client) => client.shell.pick({ kind: 'folder' }))
    if (path !== undefined) await takeStarter(path)
  })
}

/** Takes a dropped folder as the set where it holds two of its models or more; one alone is added like any other. */
export async function takeDroppedStarter(files: readonly IncomingFile[]): Promise<boolean> {
  const [folder] = files
  if (files.length !== 1 || !folder?.path || !useModels.getState().state?.starter) return false
  const { path } = folder
  // A file, or a folder that cannot be read: whoever adds it as a model says so.
  const found = await call((client) => client.models.starter.look_in({ path })).catch(() => [])
  if (found.length < 2) return false
  await takeStarter(path)
  return true
}

/** Halts what is being fetched of the set. */
export async function pauseStarter(): Promise<void> {
  const { state } = useModels.getState()
  const ids = state?.starter?.parts.map(({ offer }) => offer?.entry_id) ?? []
  const running = state?.downloads.filter((one) => one.state === 'running' && ids.includes(one.entry_id)) ?? []
  for (const { id } of running) await attempt(() => call((client) => client.models.pause_download({ id })))
}

/** Takes back every job the set gave. */
export async function undoStarter(deleteFiles: boolean): Promise<void> {
  await attempt(async () => {
    show(await call((client) => client.models.starter.undo({ delete_files: deleteFiles })))
    notify({ key: 'models:starter.undone' })
  })
}

const dismissed = storedValue('localStorage', 'cairn.starter.dismissed', z.boolean())

/** Whether a person has sent the hint in the empty chat away; it stays away. */
export const useStarterHint = create<{ readonly isDismissed: boolean }>(() => ({
  isDismissed: dismissed.read() ?? false,
}))

export function dismissStarterHint(): void {
  dismissed.write(true)
  useStarterHint.setState({ isDismissed: true })
}

/** Asks for the hosts among these that nobody has allowed; false where there are none. */
function ask(hosts: readonly string[]): boolean {
  const { allowed_hosts } = useSettings.getState().settings.models
  const open = [...new Set(hosts)].filter((host) => !isAllowedHost(host, [...allowed_hosts, ...allowedOnce]))
  if (open.length > 0) useStarterQuestion.setState({ question: { hosts: open } })
  return open.length > 0
}

async function begin(): Promise<void> {
  try {
    show(await call((client) => client.models.starter.fetch({ allow: [...allowedOnce] })))
  } catch (thrown) {
    const error = toCairnError(thrown)
    // One that was just allowed is not asked for again and again.
    if (error.code !== 'NETWORK_DENIED' || !ask(hostsNamed(error.action))) notifyError(error)
  }
}

function show(starter: StarterSet): void {
  const { state } = useModels.getState()
  if (state) receiveModels({ ...state, starter })
}
