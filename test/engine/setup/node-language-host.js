#!/usr/bin/env node
"use strict";

// Runs programs and plugins of Node.js where there is no official distribution of Pulumi: its own language host is not published as
// a Go module. The work is done by the SDK's runner, as there; this only hands it what the engine asks for.

const { spawn } = require("node:child_process");
const { Server, ServerCredentials } = require("@grpc/grpc-js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");
const services = require("@pulumi/pulumi/proto/language_grpc_pb.js");
const messages = require("@pulumi/pulumi/proto/language_pb.js");
const plugins = require("@pulumi/pulumi/proto/plugin_pb.js");

/** The exit code of the runner after it has reported the error to the user. */
const TOLD = 32;

const engine = process.argv.at(-1) ?? "";

/** The arguments of the SDK's runner for one run of a program. */
function runnerArguments(request) {
  const options = {
    monitor: request.getMonitorAddress(),
    engine,
    organization: request.getOrganization(),
    project: request.getProject(),
    stack: request.getStack(),
    pwd: request.getInfo().getProgramDirectory(),
    "dry-run": String(request.getDryrun()),
    parallel: String(request.getParallel()),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return [...flags, request.getInfo().getEntryPoint(), ...request.getArgsList()];
}

function run({ request }, callback) {
  const env = {
    ...process.env,
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
    PULUMI_NODEJS_TYPESCRIPT: "true",
  };
  const cwd = request.getInfo().getProgramDirectory();
  const runner = require.resolve("@pulumi/pulumi/cmd/run", { paths: [cwd] });
  const program = spawn(process.execPath, [runner, ...runnerArguments(request)], { cwd, env, stdio: "inherit" });
  program.on("exit", (code) => {
    const response = new messages.RunResponse();
    response.setBail(code === TOLD);
    response.setError(code === 0 || code === TOLD ? "" : `the program exited with ${code}`);
    callback(null, response);
  });
}

/** Runs a command whose output the engine gets part by part; the last part is its exit code, if the engine asks for it. */
function forward(call, Response, program) {
  program.stdout.on("data", (part) => call.write(new Response().setStdout(part)));
  program.stderr.on("data", (part) => call.write(new Response().setStderr(part)));
  call.on("cancelled", () => program.kill());
  program.on("close", (code) => {
    if (Response === messages.RunPluginResponse) {
      call.write(new Response().setExitcode(code ?? 1));
    }
    call.end();
  });
}

function installDependencies(call) {
  const cwd = call.request.getInfo().getProgramDirectory();
  forward(call, messages.InstallDependenciesResponse, spawn("npm", ["install", "--loglevel=error"], { cwd }));
}

function runPlugin(call) {
  const { request } = call;
  const folder = request.getInfo().getProgramDirectory();
  const env = Object.fromEntries(request.getEnvList().map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
  const args = request.getArgsList();
  // A policy pack is told the engine's address first, then where it lies.
  const isPolicyPack = request.getKind() === "analyzer";
  const command = isPolicyPack ? "@pulumi/pulumi/cmd/run-policy-pack" : "@pulumi/pulumi/cmd/run-plugin";
  const runner = require.resolve(command, { paths: [folder] });
  const commandLine = isPolicyPack ? [runner, ...args, "."] : [runner, folder, ...args];
  const cwd = isPolicyPack ? folder : request.getPwd();
  forward(call, messages.RunPluginResponse, spawn(process.execPath, commandLine, { cwd, env }));
}

const server = new Server();
server.addService(services.LanguageRuntimeService, {
  run,
  installDependencies,
  runPlugin,
  getPluginInfo: (_, callback) => callback(null, new plugins.PluginInfo()),
  getRequiredPackages: (_, callback) => callback(null, new messages.GetRequiredPackagesResponse()),
  getRequiredPlugins: (_, callback) => callback(null, new messages.GetRequiredPluginsResponse()),
  getProgramDependencies: (_, callback) => callback(null, new messages.GetProgramDependenciesResponse()),
  cancel: (_, callback) => callback(null, new Empty()),
});
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) {
    throw error;
  }
  process.stdout.write(`${port}\n`);
});
