import { create } from 'zustand'
import { call } from '../connection'
import { changeSettings, useSettings } from '../settings-store'
import { attempt, notify } from '../window/notices'
import { useLibrary } from './library-store'

interface OpenOutside {
  /** The document that is to be opened once the user has agreed; null while nothing is asked. */
  readonly asked: string | null
}

/** The question whether the system's programs may open documents, while it is on show. */
export const useOpenOutside = create<OpenOutside>(() => ({ asked: null }))

const runnable = new Set(['code', 'html', 'mhtml'])

/** Whether a document may be opened by the system's program: code and web pages can run, so they never are. */
export function canOpenOutside(format: string | null): boolean {
  if (useSettings.getState().settings.open_files === 'never') return false
  return format !== null && !runnable.has(format)
}

/** Has the system's program open a document's file; asks first, until the user has agreed once. */
export async function openOutside(id: string): Promise<void> {
  if (useSettings.getState().settings.open_files === 'ask') useOpenOutside.setState({ asked: id })
  else await open(id)
}

/** What the user says to the question; what they agree to is kept in the settings. */
export async function answerOpenOutside(agrees: boolean): Promise<void> {
  const { asked } = useOpenOutside.getState()
  useOpenOutside.setState({ asked: null })
  if (asked === null || !agrees) return
  if (await changeSettings({ open_files: 'open' })) await open(asked)
}

async function open(id: string): Promise<void> {
  await attempt(async () => {
    const { opened } = await call((client) => client.shell.open_file({ id }))
    const name = useLibrary.getState().documents.get(id)?.name ?? ''
    if (!opened) notify({ key: 'library:notOpened', values: { name } })
  })
}
