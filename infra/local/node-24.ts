// Every file that is started imports this first: the other code relies on Node 24 (TypeScript without a build, `await
// using`, node:sqlite).
const major = Number(process.versions.node.split('.')[0])

if (major < 24) {
  console.error(
    `Carapace runs on Node.js 24 or newer; this is ${process.versions.node}. Use \`npm start\`, which brings its own.`,
  )
  process.exit(1)
}
