/**
 * Waits for work, but no longer than `signal` allows; throws its reason. Whoever reads a document and waits for the deletion of its
 * members would else wait for ever: that deletion may be waiting for the reader.
 */
export async function unlessAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let leave: () => void = () => undefined
  const aborted = new Promise<void>((resolve) => (leave = resolve))
  signal.addEventListener('abort', leave, { once: true })
  try {
    await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', leave)
  }
  signal.throwIfAborted()
}
