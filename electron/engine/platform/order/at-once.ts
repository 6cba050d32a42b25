import PQueue from 'p-queue'

/** Of what waits for the disk. */
const concurrency = 16

/**
 * Does asynchronous work with every item, with some of them at a time, and resolves with what came of each, in the items' order. While questions are
 * asked each `await` may take ten milliseconds, so one item after another takes as many as there are. Rejects with the first error, once nothing is
 * going on any more.
 */
export async function atOnce<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = new PQueue({ concurrency })
  try {
    return await queue.addAll([...items].map((item) => () => work(item)))
  } finally {
    queue.clear()
    await queue.onIdle()
  }
}
