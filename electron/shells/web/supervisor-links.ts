import type { FromEngine, ToEngine } from './engine-messages'
import type { Links } from './requests/links'

type Answer = Extract<ToEngine, { type: 'issued' | 'redeemed' }>

/** The links of the supervisor, asked for across the process boundary. */
export class SupervisorLinks implements Links {
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #nextId = 0

  constructor(readonly send: (message: FromEngine) => void) {}

  async issue(): Promise<string> {
    const answer = await this.#ask((id) => ({ type: 'issue', id }))
    return answer.type === 'issued' ? answer.token : ''
  }

  async redeem(token: string): Promise<boolean> {
    const answer = await this.#ask((id) => ({ type: 'redeem', id, token }))
    return answer.type === 'redeemed' && answer.good
  }

  /** Takes what the supervisor answered. */
  answer(answer: Answer): void {
    this.#waiting.get(answer.id)?.(answer)
    this.#waiting.delete(answer.id)
  }

  #ask(message: (id: number) => FromEngine): Promise<Answer> {
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.send(message(id))
    })
  }
}
