import { documentQuestionOf, overviewQuestionOf } from '@engine/question/forms/whole-question'
import type { PipelineRooms, TurnRequest } from '../turn'

type GraphRooms = Pick<PipelineRooms, 'graph' | 'settings'>

/** Whether the knowledge graph may be asked what the whole library is about. */
export function spansLibrary(request: Pick<TurnRequest, 'graph'>, { graph, settings }: GraphRooms): boolean {
  const mode = request.graph ?? settings().graph
  return graph !== undefined && mode !== 'off' && mode !== 'local'
}

/** Whether the question by itself, whatever was said before, asks what the whole library, or one document of it, is about. */
export function isOverview(request: Pick<TurnRequest, 'graph' | 'question'>, rooms: GraphRooms): boolean {
  return asksForThemes(request, rooms) || documentQuestionOf(request.question)?.isExplicit === true
}

/** As `isOverview`, of the whole library only: what the knowledge graph answers. */
export function asksForThemes(request: Pick<TurnRequest, 'graph' | 'question'>, rooms: GraphRooms): boolean {
  return spansLibrary(request, rooms) && overviewQuestionOf(request.question) !== null
}
