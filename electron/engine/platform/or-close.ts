/** What is being opened, or its failure once everything that was opened before it is closed again. */
export async function orClose<T>(opening: Promise<T>, ...before: readonly { close(): Promise<unknown> }[]): Promise<T> {
  try {
    return await opening
  } catch (thrown) {
    await Promise.allSettled(before.map((one) => one.close()))
    throw thrown
  }
}
