import type { Plugin } from 'vite'

const files = /react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/
const names = /^\w+\.displayName = "[^"]*";\n/gm
const made = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm

/**
 * Leaves out what nobody imports of the router: a bundler keeps a component whose name is written to it, or that React was asked to make, as
 * it cannot know that neither does anything else. The names are for tools of developers. Where the package is made in another way it
 * leaves all in, and `shell/wire` finds the landing page too large.
 */
export const lessRouter = (): Plugin => ({
  name: 'less-router',
  apply: 'build',
  transform: {
    filter: { id: files },
    handler: (code) => ({ code: code.replace(names, '').replace(made, '$1/* @__PURE__ */ $2'), map: null }),
  },
})
