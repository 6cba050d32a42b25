import { toCairnError } from '@shared/errors'
import { type Note, note, whyOf } from '@shared/note'
import { type AskedQuestion, formOf } from '@engine/question/asked-question'
import type { OverviewQuestion } from '@engine/question/forms/whole-question'
import { themeSentences } from './theme-sentences'
import { withDeadline } from '@engine/platform/deadline'
import type { ChunkFilter } from '@engine/ports/storage/chunk-index'
import type { GraphOverview, GraphTheme } from '@engine/ports/graph/graph-search'
import { keyTermsOf } from '@engine/retrieval/question/key-terms'
import { type Passage, toPassage } from '@engine/retrieval/passage'
import { placed } from '@engine/retrieval/retrieve'
import { toTextQuery } from '@engine/retrieval/question/query'
import { isLeftOut } from '@engine/retrieval/text-range'
import { spansLibrary } from '../../intent/overview-intent'
import { summariseDocument } from '../summary/summarise-document'
import { isWithin, scopeOf } from '../library-scope'
import { wordings } from '../survey/survey-library'
import type { PipelineRooms, Retrieved, Rewrite, RewrittenQuestion, SearchScope, TurnRequest } from '../../turn'
import type { LibraryOverview, OverviewTheme } from '../form-evidence'

const maxThemes = 8
/** Passages that a search for the topic's words may find. */
const maxHits = 100
/** Less than the stage's budget: without themes there is still the ordinary search. */
const overviewMs = 1500

/** Where only one or two themes have to do with a topic, its best passages say more of it. */
const minOfTopic = 3

interface OverviewRequest extends OverviewQuestion {
  /** Fewer themes are no overview. */
  readonly least: number
}

type Rooms = Pick<PipelineRooms, 'index' | 'terms' | 'library' | 'settings' | 'graph' | 'readPlaces'>

/** What is asked of the whole library, by the question's form or because the user searches all so; null for nothing. */
function overviewRequestOf(
  request: Pick<TurnRequest, 'graph'>,
  question: AskedQuestion,
  rooms: Pick<PipelineRooms, 'graph' | 'settings'>,
): OverviewRequest | null {
  if (!spansLibrary(request, rooms)) return null
  const asked = formOf(question, 'overview')
  const isGlobal = (request.graph ?? rooms.settings().graph) === 'global'
  if (isGlobal) return { topic: asked ? asked.topic : question.text, least: 1 }
  return asked && { ...asked, least: asked.topic === null ? 1 : minOfTopic }
}

/** Themes of the library or parts of one document, where they are asked for; none where that fails or takes too long. */
export async function overviewLibrary(
  { request, rewrite: { asked: question } }: RewrittenQuestion,
  scope: SearchScope,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<{ readonly overview: LibraryOverview | null; readonly problems: readonly Note[] }> {
  if (question.parts.length !== 1) return { overview: null, problems: [] }
  const asked = overviewRequestOf(request, question, rooms)
  const one = asked && formOf(question, 'overview') ? null : formOf(question, 'document')
  if (!asked && !one) return { overview: null, problems: [] }
  try {
    const work = async (inner: AbortSignal) =>
      (one && (await summariseDocument({ ...one, language: question.language }, scope, rooms, inner))) ??
      (asked && (await overviewOf({ ...asked, question }, scope, rooms, inner)))
    return { overview: await withDeadline(work, overviewMs, signal), problems: [] }
  } catch (thrown) {
    signal.throwIfAborted()
    const isLate = toCairnError(thrown).code === 'DEADLINE_EXCEEDED'
    const problem = isLate ? note('overview_late', { ms: overviewMs }) : note('graph_failed', whyOf(thrown))
    return { overview: null, problems: [problem] }
  }
}

async function overviewOf(
  { topic, least, question }: OverviewRequest & { readonly question: AskedQuestion },
  scope: SearchScope,
  rooms: Rooms,
  signal: AbortSignal,
): Promise<LibraryOverview | null> {
  const { graph, index, terms, library } = rooms
  const { filter } = scope
  const words = topic === null ? [] : wordings(topic, rooms)
  const lists = await Promise.all(
    words.map((text) => index.textSearch(toTextQuery(text), { limit: maxHits, filter, signal })),
  )
  const hits = new Map(lists.flat().map(({ chunk, score }) => [chunk.id, score]))
  const documents = filter && library.documents().flatMap((one) => (isWithin(one, filter) ? [one.id] : []))
  const found = await graph?.overview(words.join('\n'), { most: maxThemes, documents, hits }, signal)
  if (!found || found.themes.length === 0) return null
  const passages = await passagesOf(found.themes, question.text, scope, rooms)
  const keyTerms = topic === null ? [] : keyTermsOf(topic, terms, index.statistics)
  const chosen = themeSentences(found.themes, passages, { keyTerms, language: question.language })
  const themes = found.themes.flatMap(({ title, size, documents: count }, at): OverviewTheme[] => {
    const sentences = chosen[at] ?? []
    return sentences.length > 0 ? [{ title, names: size, documents: count, sentences }] : []
  })
  if (themes.length < least) return null
  // Themes that nothing can be quoted of are not counted.
  const total = found.total - (found.themes.length - themes.length)
  return { topic, themes, total, reach: reachOf(found, filter, rooms) }
}

/** The chunks that say something of themes, as evidence that the first theme led to; by chunk id. */
async function passagesOf(
  themes: readonly GraphTheme[],
  query: string,
  { filter, excluded }: SearchScope,
  rooms: Rooms,
): Promise<Map<string, Passage>> {
  const ids = [...new Set(themes.flatMap(({ passages }) => passages.map(({ id }) => id)))]
  const found = (await rooms.index.chunksById(ids, filter)).filter(({ chunk }) => !isLeftOut(excluded, chunk))
  return new Map(
    await Promise.all(
      found.map(async (one) => {
        const rank = ids.indexOf(one.chunk.id) + 1
        const { title = '', weight = 0 } =
          themes.find(({ passages }) => passages.some(({ id }) => id === one.chunk.id)) ?? {}
        const placement = { list: { channel: 'graph', query, weight: 1 }, rank, score: weight } as const
        const passage = await placed(toPassage(one, [placement]), rooms)
        return [one.chunk.id, { ...passage, score: weight, path: [title] }] as const
      }),
    ),
  )
}

function reachOf(
  { documents: read }: GraphOverview,
  filter: ChunkFilter | undefined,
  rooms: Rooms,
): LibraryOverview['reach'] {
  const { searched, failed, waiting } = scopeOf(filter, rooms)
  // What can be searched may still have to be taken into the graph.
  return { read, failed, waiting: waiting + Math.max(0, searched - read) }
}

/** What an answer is to speak of: nothing in particular where the question asks for everything. */
export function askedOf({ asked }: Rewrite, { overview }: Pick<Retrieved, 'overview'>): string {
  return overview ? (overview.topic ?? '') : asked.text
}

/** An overview's passages, each once, theme by theme. */
export function passagesOfOverview({ themes }: LibraryOverview): Passage[] {
  return [...new Set(themes.flatMap(({ sentences }) => sentences.map(({ passage }) => passage)))]
}
