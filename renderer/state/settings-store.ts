import { defaultSettings, type Settings, type SettingsPatch } from '@shared/settings'
import { create } from 'zustand'
import { call } from './connection'
import { attempt } from './window/notices'

interface SettingsState {
  readonly settings: Settings
  /** False until the engine has told them once. */
  readonly known: boolean
}

export const useSettings = create<SettingsState>(() => ({ settings: defaultSettings, known: false }))

export function receiveSettings(settings: Settings): void {
  useSettings.setState({ settings, known: true })
}

/** Changes settings at once on the screen; what the engine then answers counts. False where it refused. */
export async function changeSettings(patch: SettingsPatch): Promise<boolean> {
  const before = useSettings.getState().settings
  const retrieval = { ...before.retrieval, ...defined(patch.retrieval ?? {}) }
  const graph = { ...before.graph, ...defined(patch.graph ?? {}) }
  const library = { ...before.library, ...defined(patch.library ?? {}) }
  const ocr = { ...before.ocr, ...defined(patch.ocr ?? {}) }
  const tools = { ...before.tools, ...defined(patch.tools ?? {}) }
  const doors = { ...before.doors, ...defined(patch.doors ?? {}) }
  const desktop = { ...before.desktop, ...defined(patch.desktop ?? {}) }
  const network = { ...before.network, ...defined(patch.network ?? {}) }
  const diagnostics = { ...before.diagnostics, ...defined(patch.diagnostics ?? {}) }
  const backups = { ...before.backups, ...defined(patch.backups ?? {}) }
  const models = { ...before.models, ...defined(patch.models ?? {}) }
  useSettings.setState({
    settings: {
      ...before,
      ...defined(patch),
      ...{ retrieval, graph, library, ocr, tools, doors, desktop, network, diagnostics, backups, models },
    },
  })
  const isTaken = await attempt(async () => receiveSettings(await call((client) => client.settings.set(patch))))
  if (!isTaken) useSettings.setState({ settings: before })
  return isTaken
}

function defined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
