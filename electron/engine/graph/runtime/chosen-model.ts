import type { Settings } from '@shared/settings'
import type { ModelName } from '@engine/ports/models/language-model'

/** The model that works on the graph: the one for this task, or the one for all; null for none, and where rules are to do it. */
export function chosenModel(
  { models }: Pick<Settings, 'models'>,
  nameOf: (model: string) => string | undefined,
): ModelName | null {
  const id = models.tasks.extraction?.model ?? models.language
  return id === null || id === 'rules' ? null : { id, name: nameOf(id) ?? id }
}
