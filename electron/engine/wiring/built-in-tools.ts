import type { TurnTimes } from '@engine/pipeline/turn-figures'
import type { Passage } from '@engine/retrieval/passage'
import { Calculator } from '@engine/tools/calculator/calculator'
import { Currency } from '@engine/tools/currency/currency'
import type { RatesFile } from '@engine/tools/currency/rates-file'
import { Datetime } from '@engine/tools/datetime/datetime'
import { createKnowledgeLookup } from '@engine/tools/knowledge-lookup/knowledge-lookup'
import { createRecordLookup } from '@engine/tools/record-lookup/record-lookup'
import { bytesIn, diskFigures, memoryFigures, processorFigures } from '@engine/tools/system-metrics/machine-figures'
import type { MetricsSource } from '@engine/tools/system-metrics/metrics-source'
import { SystemMetrics } from '@engine/tools/system-metrics/system-metrics'
import { createTableQuery } from '@engine/tools/table-query/table-query'
import type { Tables } from '@engine/tools/tables/create-tables'
import type { Tool } from '@engine/tools/tool'
import { createWeather } from '@engine/tools/weather/weather'
import type { EngineBase } from './engine-base'
import type { AnsweringNeeds } from './pipeline-rooms'

interface BuiltInNeeds extends Pick<AnsweringNeeds, 'models' | 'storage'> {
  readonly tables: Tables
  readonly rates: RatesFile
  readonly turnTimes: () => TurnTimes | null
  readonly search: (query: string, most: number, signal: AbortSignal) => Promise<readonly Passage[]>
}

/** Cairn's own tools: a new one is a line here and its folder in `tools/`. */
export function builtInTools(base: EngineBase, needs: BuiltInNeeds): readonly Tool[] {
  const { models, storage, tables, rates, search } = needs
  const { inference, settings } = models
  const isOn = (name: string) => !settings.get().tools.off.includes(name)
  const asked = { catalogue: tables.catalogue, engine: tables.engine, terms: storage.terms.table }
  const tools: readonly unknown[] = [
    new Calculator(),
    new Datetime(),
    new Currency(rates),
    createTableQuery(asked),
    createRecordLookup(asked),
    createWeather({ gate: inference.gate, isAllowed: () => isOn('weather') }),
    new SystemMetrics(metricsOf(base, needs)),
    createKnowledgeLookup({ search }),
  ]
  return tools as readonly Tool[]
}

function metricsOf({ options }: EngineBase, { storage: { store }, turnTimes }: BuiltInNeeds): MetricsSource {
  const never = new AbortController().signal
  return {
    memory: memoryFigures,
    processor: processorFigures,
    disk: (signal) => diskFigures(options.folder, signal),
    async library() {
      const tables = store.tablesFolder
      return {
        documents: store.catalogue.list().filter(({ live, trashed_at }) => live !== null && trashed_at === null).length,
        chunks: await store.index.countChunks(),
        indexBytes: tables === undefined ? null : (await bytesIn(tables, never)).bytes,
      }
    },
    pipeline: turnTimes,
  }
}
