import { call } from '../../connection'
import { attempt } from '../../window/notices'

/** Has a turn go on without the model that reads its question. */
export async function goOnTurn(turnId: string): Promise<void> {
  await attempt(() => call((client) => client.chat.go_on({ turn_id: turnId })))
}

/** The stop key: first the turn goes on without the model that reads its question, and only then it stops. */
export async function interruptTurn(turnId: string): Promise<void> {
  await attempt(async () => {
    const { went_on: wentOn } = await call((client) => client.chat.go_on({ turn_id: turnId }))
    if (!wentOn) await call((client) => client.chat.stop({ turn_id: turnId }))
  })
}

/** Stops a turn; what was streamed stays. */
export async function stopTurn(turnId: string): Promise<void> {
  await attempt(() => call((client) => client.chat.stop({ turn_id: turnId })))
}
