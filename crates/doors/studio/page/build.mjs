// Builds dist/ from src/: `npm run build`. With --watch it builds again after each change.
import { build, context } from "esbuild";

const options = {
  entryPoints: ["src/main.ts", "src/worker.ts"].map((path) => ({
    in: path,
    out: path === "src/main.ts" ? "app" : path.slice(4, -3),
  })),
  outdir: "dist",
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "info",
};

if (process.argv.includes("--watch")) await (await context(options)).watch();
else await build(options);
