import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

// The hash is that of the one style which the page writes itself.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'"

/** The page at /api/docs and its files: the same for everybody and not counted, like the files of the apps. */
export const addDocs = async (app: FastifyInstance): Promise<void> => {
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: policy,
    theme: { title: 'Atrium API' },
    uiConfig: { docExpansion: 'list', filter: true, persistAuthorization: false },
  })
  app.get('/api/docs/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
