export function openWindow(
  binary: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number | undefined>
