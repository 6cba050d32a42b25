import { CairnError } from '@shared/errors'
import { version } from '@engine/platform/paths'
import { jsonResponse } from '@shells/assets/error-response'
import type { CallLimits } from '@engine/api/limits/call-limits'
import type { TurnSlots } from '@shells/answers/turn-slots'
import type { EngineClient } from '@shells/engine-client'
import type { Door } from '../door-server'
import type { DoorVisits } from '../door-visits'
import { readJsonBody } from '../json-body'
import { completeChat } from './chat-completion'
import { Conversations } from './conversations'
import { embed } from './embeddings'
import { modelId, openAiRefusal, unknownModel } from './openai-errors'

export interface OpenAiParts {
  readonly client: EngineClient
  readonly slots: TurnSlots
  readonly visits: DoorVisits
  readonly limits: CallLimits
}

type Route = (request: Request, signal: AbortSignal) => Promise<Response>

const path = '/v1'

/** The part of OpenAI's API that asking needs, for any client that takes an address of its own. */
export function createOpenAiDoor({ client, slots, visits, limits }: OpenAiParts): Door {
  const conversations = new Conversations(client)
  const routes: Readonly<Record<string, Route>> = {
    'GET /v1/models': () => listModels(client),
    [`GET /v1/models/${modelId}`]: () => Promise.resolve(jsonResponse(cairnModel)),
    'POST /v1/chat/completions': async (request, signal) =>
      completeChat(await readJsonBody(request), { client, slots, conversations }, signal),
    'POST /v1/embeddings': async (request, signal) => embed(await readJsonBody(request), client, signal),
  }
  return {
    path,
    async answer(request, signal) {
      // Clients of this protocol say who they are in no other way.
      const name = request.headers.get('user-agent')
      visits.note(path, name)
      await limits.admit({ client: { id: `openai ${name ?? ''}` }, signal })
      const { pathname } = new URL(request.url)
      const asked = `${request.method} ${pathname}`
      const route = Object.hasOwn(routes, asked) ? routes[asked] : undefined
      if (route) return route(request, signal)
      const model = /^\/v1\/models\/(.+)$/u.exec(pathname)?.[1]
      throw model === undefined ? noRoute(asked) : unknownModel(decodeURIComponent(model))
    },
    refuse: openAiRefusal,
    close: () => undefined,
  }
}

const cairnModel = { id: modelId, object: 'model', created: 0, owned_by: 'cairn', version }

/** Cairn itself, and the embedder that makes the vectors. */
async function listModels(client: EngineClient): Promise<Response> {
  const { embedder } = await client.store.info()
  const data = [cairnModel, { id: embedder, object: 'model', created: 0, owned_by: 'cairn' }]
  return jsonResponse({ object: 'list', data })
}

function noRoute(asked: string): CairnError {
  const there = 'There are POST /v1/chat/completions, POST /v1/embeddings and GET /v1/models.'
  return new CairnError('NOT_FOUND', `Cairn does not answer ${asked.slice(0, 200)}.`, there)
}
