import { Calculator } from '@engine/tools/calculator/calculator'
import { createKnowledgeLookup } from '@engine/tools/knowledge-lookup/knowledge-lookup'
import type { Passage } from '@engine/retrieval/passage'
import type { Tool } from '@engine/tools/tool'
import { createWeather } from '@engine/tools/weather/weather'
import type { AnsweringNeeds } from './pipeline-rooms'

interface BuiltInNeeds extends Pick<AnsweringNeeds, 'models'> {
  readonly search: (query: string, most: number, signal: AbortSignal) => Promise<readonly Passage[]>
}

/** Cairn's own tools: a new one is a line here and its folder in `tools/`. */
export function builtInTools({ models, search }: BuiltInNeeds): readonly Tool[] {
  const { inference, settings } = models
  const isOn = (name: string) => !settings.get().tools.off.includes(name)
  return [
    new Calculator(),
    createWeather({ gate: inference.gate, isAllowed: () => isOn('weather') }),
    createKnowledgeLookup({ search }),
  ].map((tool) => tool as Tool)
}
