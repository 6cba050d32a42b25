export interface NpmManifest {
  readonly name: string
  readonly bin: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** `checkout`: the checkout's package.json. */
export function npmManifest(checkout: unknown): NpmManifest
