import { CairnError } from '@shared/errors'
import { ModelSettings } from '@shared/models/model-settings'
import type { SecondOpinion } from '@shared/session/second-opinion'
import { serverOfModel } from '@engine/inference/loopback/loopback-models'
import { LoopbackLanguageModel } from '@engine/inference/loopback/loopback-server'
import { systemClock } from '@engine/inference/routing/first-token-probe'
import { createModelRouter } from '@engine/inference/routing/model-router'
import { type CheckedText, secondOpinion } from '@engine/pipeline/model-calls/ask-second-opinion'
import { createNetworkGate } from '@engine/platform/network-gate'

const deadlineMs = 600_000

/** What a model of a server on this machine thinks of each answer; null where its reply was of no use. */
export async function opinionsOf(
  answers: readonly CheckedText[],
  model: string,
  told: (done: number) => void,
): Promise<(SecondOpinion['sentences'] | null)[]> {
  const models = judgeAt(model)
  const asking = { models, seed: 0, clock: () => performance.now() }
  const opinions: (SecondOpinion['sentences'] | null)[] = []
  for (const answer of answers) {
    const { signal } = new AbortController()
    const opinion = await secondOpinion(answer, asking, signal).catch((thrown: unknown) => {
      if (thrown instanceof CairnError) return null
      throw thrown
    })
    opinions.push(opinion?.sentences ?? null)
    // Each is asked, however the one before went.
    models.reset(model)
    told(opinions.length)
  }
  return opinions
}

function judgeAt(id: string) {
  const server = serverOfModel(id, [])
  if (!server) {
    const hint = 'For example --with-model server:127.0.0.1:11434/qwen2.5:14b.'
    throw new CairnError('INVALID_INPUT', `"${id}" is no model of a server.`, hint)
  }
  const settings = ModelSettings.parse({ tasks: { judge: { model: id, deadline_ms: deadlineMs } } })
  const now = Date.now
  const log = () => undefined
  const gate = createNetworkGate({ allowedHosts: () => [], now, log })
  const backend = new LoopbackLanguageModel({ id, name: server.model, ...server, gate, now })
  return createModelRouter({
    settings: () => settings,
    backend: (asked) => (asked === id ? backend : undefined),
    ...{ now, clock: systemClock, log, changed: log },
  })
}
