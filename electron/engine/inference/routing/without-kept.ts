import type { KeptText, ModelPlaces } from '@engine/ports/models/kept-text'
import type { GenerateRequest, ModelName } from '@engine/ports/models/language-model'

/** What is kept from models of other machines, and which those are. */
export interface KeptBack extends KeptText, ModelPlaces {}

/**
 * A request as its model may read it: for one on another machine without a word of confidential documents, whoever put it there. This is
 * the last place before it leaves.
 */
export async function withoutKept(
  request: GenerateRequest,
  { id }: ModelName,
  kept: KeptBack | undefined,
): Promise<GenerateRequest> {
  if (!kept || !kept.isElsewhere(id) || !kept.keepsAny()) return request
  const [system = '', ...contents] = await kept.without([
    request.system,
    ...request.messages.map(({ content }) => content),
  ])
  const messages = request.messages.map((message, at) => ({ ...message, content: contents[at] ?? '' }))
  return { ...request, system, messages }
}
