import type { ErrorReport } from '@shared/errors'
import type { ModelSettings } from '@shared/models/model-settings'
import type { ModelSettingsPatch } from '@shared/settings'
import type { InstalledModel } from '@shared/models/models'

const isLocal = /^(?:gguf|onnx|static):/

/** Every model that a person has given a job. */
export function chosenModels({ language, fallback, embedder, reranker, reader, tasks }: ModelSettings): string[] {
  const all = [language, fallback, embedder, reranker, reader, ...Object.values(tasks).map(({ model }) => model)]
  return all.filter((id) => id !== null)
}

/**
 * What to say where models have work and not one is in the folder: a disk that is not connected looks like a folder that
 * is new. Null where nothing seems wrong.
 */
export function goneModels(
  folder: string,
  installed: readonly InstalledModel[],
  needed: readonly string[],
): ErrorReport | null {
  if (installed.length > 0 || !needed.some((id) => isLocal.test(id))) return null
  return {
    code: 'FILE_VANISHED',
    message: `The models that were chosen are gone: the models folder ${folder} is empty or not there.`,
    action: 'If it is on a disk that is not connected, connect it and start Cairn again. Cairn works without them.',
  }
}

/** The change of settings that removes a model from every choice; undefined where no choice names the model. */
export function withoutModel(settings: ModelSettings, id: string): ModelSettingsPatch | undefined {
  const patch: ModelSettingsPatch = {}
  for (const choice of ['language', 'fallback', 'embedder', 'reranker', 'reader'] as const)
    if (settings[choice] === id) patch[choice] = null
  const tasks = Object.entries(settings.tasks)
  if (tasks.some(([, task]) => task.model === id))
    patch.tasks = Object.fromEntries(
      tasks.map(([name, task]) => [name, task.model === id ? { ...task, model: null } : task]),
    )
  return Object.keys(patch).length > 0 ? patch : undefined
}
