/**
 * A fault that tests must notice: `find` stands once in `file` and becomes `replace`; then one of `tests` is red. `isBuilt`: they
 * run what was built.
 */
export type Mutant = {
  name: string
  file: string
  find: string
  replace: string
  tests: readonly string[]
  isBuilt?: boolean
}
