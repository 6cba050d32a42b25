/** So many things are read beside each other: while questions are answered, every wait for the disk is long. */
const atOnce = 32

/** What `work` makes of each item, in their order, some of it made ahead. */
export async function* inOrder<Item, Made>(
  items: readonly Item[],
  work: (item: Item) => Promise<Made>,
): AsyncGenerator<readonly [item: Item, made: Made]> {
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce)
    const made = await Promise.all(some.map(async (item) => [item, await work(item)] as const))
    yield* made
  }
}
