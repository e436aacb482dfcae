// Loaded before a program that must not outlive its parent process, however the parent ends: the channel between them
// closes at that time.
process.on('disconnect', () => process.exit())
process.channel?.unref()
