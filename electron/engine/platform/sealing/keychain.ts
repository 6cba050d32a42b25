/** The system's keychain: it keeps a key of its own, with which a secret is sealed so that only this user on this machine opens it. */
export interface Keychain {
  /** False where the system has none, or only one that anybody could open. */
  isThere(): Promise<boolean>
  seal(secret: string): Promise<Buffer>
  /** Rejects where it was sealed by another user or on another machine. */
  open(sealed: Buffer): Promise<string>
}
