/** An object in a bucket as a listing has it. */
export interface BucketEntry {
  readonly key: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly changedAt: number
}

export interface BucketListing {
  /** In the order of their keys. */
  readonly entries: readonly BucketEntry[]
  /** When the server began to answer, by the same clock as `changedAt`; up to a second early. */
  readonly now: number
}

/**
 * Objects under a prefix of an object store, or a folder that stands in for one. Keys are names joined by `/`, of letters, figures and
 * `.`, `_`, `-`. What a `put` or `delete` has answered, every `get` and `list` that begins later sees, from any machine.
 *
 * All throw CairnError INVALID_INPUT (no such key can be), UNREACHABLE, PERMISSION_DENIED, NETWORK_DENIED, DISK_FULL, CANCELLED, DEADLINE_EXCEEDED.
 */
export interface Bucket {
  /** As people name it, without credentials. */
  readonly address: string
  /** Throws NOT_FOUND. */
  get(key: string, signal?: AbortSignal): Promise<Uint8Array>
  /** Whole or not at all, durable when it resolves. One that throws may still come to pass, even later. */
  put(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<void>
  /** Makes an object under another key, by the server itself. Throws NOT_FOUND. */
  copy(from: string, to: string, signal?: AbortSignal): Promise<void>
  /** Objects whose keys begin with `prefix`: a folder, which ends with `/`, or the beginning of names. */
  list(prefix: string, signal?: AbortSignal): Promise<BucketListing>
  /** One that is not there is no error. */
  delete(key: string, signal?: AbortSignal): Promise<void>
}
