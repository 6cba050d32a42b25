import { CairnError } from '@shared/errors'

/** How many questions of other programs are answered at once; each takes as much of the machine as one of the user's. */
const most = 4

/** The places for questions of other programs, so that they cannot crowd out the user's own. */
export class TurnSlots {
  #taken = 0

  constructor(private readonly places = most) {}

  /** Runs work in a place. Throws RATE_LIMITED where none is free: who asks knows best when to ask again. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#taken >= this.places) throw crowded(this.places)
    this.#taken += 1
    try {
      return await work()
    } finally {
      this.#taken -= 1
    }
  }
}

function crowded(places: number): CairnError {
  return new CairnError(
    'RATE_LIMITED',
    `Cairn already answers ${places} questions of other programs.`,
    'Ask again when one of them is answered.',
  )
}
