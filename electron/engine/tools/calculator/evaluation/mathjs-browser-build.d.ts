/** The whole library in one file. Its `create` takes the configuration alone. */
declare module 'mathjs/lib/browser/math.js' {
  import type { ConfigOptions, MathJsInstance } from 'mathjs'
  const library: Omit<MathJsInstance, 'create'> & { create(config: ConfigOptions): MathJsInstance }
  export default library
}
