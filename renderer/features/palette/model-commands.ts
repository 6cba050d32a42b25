import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelsState } from '@shared/models/models'
import { Cpu, Quote, RotateCw } from 'lucide-react'
import { modelOptions } from '@renderer/state/models/model-options'
import { choose, findServers } from '@renderer/state/models/models-store'
import { go } from '@renderer/state/window/view'
import { safeName } from '@renderer/ui/text/safe-name'
import type { ActionCommand } from './action-commands'

/** What can be done with models without going there; the one that is in use is left out. */
export function modelCommands(state: ModelsState | null, { language }: ModelSettings): ActionCommand[] {
  if (!state) return []
  const models = modelOptions(state, 'language')
    .filter(({ id }) => id !== language)
    .map(({ id, name, server }): ActionCommand => {
      const values = { name: safeName(server === null ? name : `${name} (${server})`) }
      const run = () => void choose('language', id)
      return { id: `model:${id}`, group: 'settings', text: 'useModel', values, icon: Cpu, run }
    })
  const quoted: ActionCommand = {
    ...{ id: 'useQuotes', group: 'settings', text: 'useQuotes', icon: Quote },
    run: () => void choose('language', null),
  }
  const look: ActionCommand = {
    ...{ id: 'findServers', group: 'settings', text: 'findServers', icon: RotateCw },
    run: () => {
      go({ view: 'models' })
      void findServers()
    },
  }
  return [...models, ...(language === null ? [] : [quoted]), look]
}
