import { type Note, note } from '@shared/note'
import type { ToolChoice } from '@engine/tools/tool-channel'
import { argumentsByModel, judgedByModel } from '../model-calls/tool-arguments'
import { type ModelAccess, modelProblem } from '../model-calls/model-call'
import type { Understanding } from '../model-calls/understand'
import type { IntentParse, PipelineRooms, TurnRequest } from '../turn'
import { type ReadPart, withTool } from './choose-tools'
import { type QuestionRooms, toolQuestion } from './read-part'

interface Chosen {
  readonly parts: IntentParse['parts']
  /** Why a model that was asked was of no use; empty for none. */
  readonly reason: readonly Note[]
}

/** The parts, where a language model is asked for the arguments of the first that may be for a tool and is surely for none, or judges what rules read. */
export async function chosenByModel(
  read: readonly ReadPart[],
  { request, understanding }: { readonly request: TurnRequest; readonly understanding: Understanding },
  rooms: QuestionRooms & Pick<PipelineRooms, 'tools'> & { readonly access: ModelAccess | undefined },
  signal: AbortSignal,
): Promise<Chosen> {
  const parts = read.map(({ part }) => part)
  const { tools, access } = rooms
  const { model } = understanding
  const unsure = read.find(({ mayBeFor }) => mayBeFor !== null)
  if (!tools || !access || !model || !unsure || unsure.mayBeFor === null) return { parts, reason: [] }
  const ms = understanding.waitMs(3)
  const question = toolQuestion(unsure.part.text, request, rooms)
  try {
    const { tool } = unsure.part
    const choice =
      unsure.otherwise && tool
        ? await judgedByModel(tool, question, tools, { access, ms, signal })
        : await argumentsByModel({ tool: unsure.mayBeFor, question }, tools, access, { ms, signal })
    const filled = (part: ReadPart['part']) => (part === unsure.part ? chosen(unsure, choice) : part)
    return { parts: parts.map(filled), reason: [] }
  } catch (thrown) {
    signal.throwIfAborted()
    return { parts, reason: [modelProblem(model.name, thrown, ms), note('rules_instead')] }
  }
}

function chosen({ part, otherwise }: ReadPart, choice: ToolChoice | 'documents' | null): ReadPart['part'] {
  if (choice === 'documents') return otherwise ?? part
  return choice ? withTool(part, choice) : part
}
